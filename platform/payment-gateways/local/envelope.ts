import { z } from 'zod'

/** Responses in Paystack's envelope. */
export const success = (data: unknown) => Response.json({ status: true, message: 'Done', data })
export const failure = (message: string, status: number) => Response.json({ status: false, message }, { status })

/** Amounts are sent as numbers or strings. */
export const koboSchema = z.coerce.bigint().positive()
