import { isUuid, type Reader } from '#domain/forms/validation.ts'

const MAX_ORDERS = 100

/** Reads a list of ids of orders, or of their stops, without duplicates; may be empty. */
export const orderIds: Reader<string[]> = (raw) =>
  Array.isArray(raw) && raw.length <= MAX_ORDERS && raw.every(isUuid)
    ? { value: [...new Set(raw.map((id) => id.toLowerCase()))] }
    : { error: `Choose at most ${MAX_ORDERS} orders.` }
