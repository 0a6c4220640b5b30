from __future__ import annotations

import doctest
import importlib
import pkgutil
import unittest

import multiplane


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: object) -> unittest.TestSuite:
    """The examples of the docstrings."""
    modules = [multiplane, *(importlib.import_module(f"multiplane.{module.name}")
                             for module in pkgutil.iter_modules(multiplane.__path__)
                             # It needs pytest, and has no examples.
                             if module.name != "pytest_plugin")]
    for module in modules:
        if any(test.examples for test in doctest.DocTestFinder().find(module)):
            tests.addTests(doctest.DocTestSuite(module))
    return tests
