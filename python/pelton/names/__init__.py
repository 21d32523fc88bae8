"""Names as users write them: looked up, missing, leaked, and named in refusals."""
