// The floors' tsconfig files point forbidden aliases here, so that an import against the law of house.md
// fails to compile: this module has nothing to export. The laws are listed in tests/architecture.test.ts.
export {}
