"""Self-play: a model proves theorems, makes harder ones of those it can prove, and learns both."""
