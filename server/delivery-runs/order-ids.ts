import { isUuid, type Reader } from '#domain/validation.ts'

const MAX_ORDERS = 100

/** Ids of orders, each once; none is a choice too. */
export const orderIds: Reader<string[]> = (raw) =>
  Array.isArray(raw) && raw.length <= MAX_ORDERS && raw.every(isUuid)
    ? { value: [...new Set(raw.map((id) => id.toLowerCase()))] }
    : { error: `Choose at most ${MAX_ORDERS} orders.` }
