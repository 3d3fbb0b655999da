enum Contract {}
