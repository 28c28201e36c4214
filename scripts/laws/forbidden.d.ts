// The floors' tsconfig.json files point the aliases of forbidden floors here, so that an import against the order of
// the floors (STYLE.md) fails to compile: this module exports nothing. tests/laws/laws.ts lists what each may import.
export {}
