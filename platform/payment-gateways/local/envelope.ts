import { z } from 'zod'

/** Paystack's envelope. */
export const yes = (data: unknown) => Response.json({ status: true, message: 'Done', data })
export const no = (message: string, status: number) => Response.json({ status: false, message }, { status })

/** Sums come as numbers or as text. */
export const kobo = z.coerce.bigint().positive()
