export function acquireLock(path: string): boolean
export function releaseLock(path: string): void
