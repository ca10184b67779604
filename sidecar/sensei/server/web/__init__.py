"""The dashboard's side of the server: its files, and what its pages ask (JSON under /v1/dashboard).

A page is one file of sensei/web/src/pages, listed in sensei/web/src/pages.ts; what it asks is one
file here, listed in ``groups.py``. ``scripts/gen_web`` builds the pages.
"""
