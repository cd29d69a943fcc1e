"""Prints the codes of errors that have a class, with their classes."""
import json
import sys

from subsidy_measures.errors import CLASS_OF_CODE

json.dump({code: kind.__name__ for code, kind in CLASS_OF_CODE.items()}, sys.stdout)
