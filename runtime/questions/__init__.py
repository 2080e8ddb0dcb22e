"""Questions that are answered elsewhere: as plain data, cut into cases, kept from earlier runs, in processes with limits."""
