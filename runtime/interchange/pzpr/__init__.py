"""Read and write what puzz.link and pzpr write, with codecs that the library of each genre puts together."""
