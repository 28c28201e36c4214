import { openRouter } from '#platform/http/router.ts'
import type { Database } from '#platform/postgres/database.ts'
import { disputeCalls } from './dispute-calls.ts'
import { failure, success } from './envelope.ts'
import { listCalls } from './list-calls.ts'
import { paymentCalls } from './payment-calls.ts'
import { payoutCalls } from './payout-calls.ts'
import { refundCalls } from './refund-calls.ts'

interface ApiOptions {
  database: Database
  secretKey: string
  origin: string
}

const BANKS = [
  { id: 1, code: '001', name: 'Play Bank' },
  { id: 21, code: '057', name: 'Zenith Bank' },
  { id: 9, code: '058', name: 'Guaranty Trust Bank' },
  { id: 171, code: '999992', name: 'OPay' },
  { id: 82, code: '50515', name: 'Moniepoint MFB' },
]

/** The part of Paystack's API that the site uses, in the process. */
export function localApi({ database, secretKey, origin }: ApiOptions): (request: Request) => Promise<Response> {
  const api = openRouter()
  api.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${secretKey}`) return failure('Invalid key', 401)
    return next()
  })
  paymentCalls(api, { database, origin })
  refundCalls(api, { database, bankIds: BANKS.map(({ id }) => String(id)) })
  payoutCalls(api, database)
  disputeCalls(api, database)
  listCalls(api, database)
  api.get('/bank', async () => success(BANKS))
  // Account numbers that end in 9 do not exist.
  api.get('/bank/resolve', async (c) => {
    const number = c.req.query('account_number') ?? ''
    const bank = BANKS.find(({ code }) => code === c.req.query('bank_code'))
    if (!bank || !/^\d{9}[0-8]$/.test(number)) return failure('Could not resolve account name', 422)
    return success({ account_number: number, account_name: `TRADER ${number.slice(-4)}` })
  })
  api.notFound(() => failure('Not found', 404))
  return async (request) => api.fetch(request)
}
