"""HOL Light as an environment: loaded once, forked for each proof."""
