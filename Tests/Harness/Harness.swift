enum Harness {}
