"""The trainers under the names that LeanDojo-v2 has for them."""
