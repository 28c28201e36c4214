export function takeTurn(path: string): boolean
export function endTurn(path: string): void
