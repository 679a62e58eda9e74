"""A reader of plain rulebooks: bytes to text, text to sections, sentences and words, each with its place."""
