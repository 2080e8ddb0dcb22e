"""What commands do with files: the options they share, one file after another, or several on processes and machines."""
