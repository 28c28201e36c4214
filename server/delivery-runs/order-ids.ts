import { isUuid, type Reader } from '#domain/validation.ts'

const MOST = 100

/** Ids of orders, each once; none is a choice too. */
export const uuids: Reader<string[]> = (raw) =>
  Array.isArray(raw) && raw.length <= MOST && raw.every(isUuid)
    ? { value: [...new Set(raw.map((id) => id.toLowerCase()))] }
    : { error: `Choose at most ${MOST} orders.` }
