"""`python -m sensei`: the command line."""

import sys

from sensei.cli.main import main

sys.exit(main())
