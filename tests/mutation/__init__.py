"""Mutation testing of the rules: ``make mutation GAME=uno`` changes them and runs their tests."""
