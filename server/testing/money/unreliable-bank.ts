import { seededRandom } from '#database/seed/chance.ts'
import type { PaymentGateway } from '#platform/payment-gateways/gateway.ts'
import { failure, success } from '#platform/payment-gateways/local/envelope.ts'
import { createPaystack } from '#platform/payment-gateways/paystack.ts'

interface Transfer {
  reference: string
  recipient: string
  amount: string
  status: 'pending' | 'success' | 'failed' | 'reversed'
  ends: 'success' | 'failed' | 'reversed'
  /** Number of look-ups that return 404 although it exists. */
  hiddenFor: number
  /** Whether it is reversed only after we know that it arrived. */
  isPatient: boolean
}

export interface UnreliableBank {
  gateway: PaymentGateway
  transfers: Map<string, Transfer>
  /** References that the bank rejects permanently. */
  refused: Set<string>
  /** Ends pending transfers and reverses some that arrived. `heard`: references that we know to have arrived. */
  passTime(arrived: ReadonlySet<string>): void
}

/**
 * A Paystack API that fails at random: responses are lost before or after processing, transfers are rejected, fail,
 * succeed long after their call has timed out, are reversed after success, and the market's balance runs out. It
 * accepts each reference once.
 */
export function unreliableBank(seed: number): UnreliableBank {
  const chance = seededRandom(seed)
  const transfers = new Map<string, Transfer>()
  const refused = new Set<string>()
  const gateway = createPaystack({
    secretKey: 'sk_test_bank',
    baseUrl: 'http://bank.test',
    name: 'local',
    async fetch(url, init) {
      if (chance() < 0.08) throw new Error('lost before it was read')
      const answer = serve(new URL(url), init)
      if (chance() < 0.12) throw new Error('done, and the answer lost')
      return chance() < 0.04 ? new Response('<html>', { status: 502 }) : answer
    },
  })
  return {
    gateway,
    transfers,
    refused,
    passTime(arrived) {
      for (const transfer of transfers.values()) {
        transfer.hiddenFor = 0
        if (transfer.status === 'pending') transfer.status = transfer.ends === 'failed' ? 'failed' : 'success'
        else if (transfer.ends === 'reversed' && (!transfer.isPatient || arrived.has(transfer.reference)))
          transfer.status = 'reversed'
      }
    },
  }

  function serve({ pathname }: URL, init: RequestInit): Response {
    if (pathname === '/transferrecipient') return success({ recipient_code: 'RCP_one' })
    if (pathname === '/transfer') return take(JSON.parse(String(init.body)))
    const known = transfers.get(pathname.split('/').at(-1) ?? '')
    if (!known) return failure('Transfer not found', 404)
    if (known.hiddenFor > 0) {
      known.hiddenFor -= 1
      return failure('Transfer not found', 404)
    }
    return success(known)
  }

  function take({ reference, recipient, amount }: { reference: string; recipient: string; amount: string }): Response {
    const known = transfers.get(reference)
    if (known)
      return chance() < 0.5
        ? success(known)
        : failure('Please provide a unique reference. It exists on a transfer', 400)
    if (refused.has(reference)) return failure('Account is not valid', 400)
    const luck = chance()
    if (luck < 0.05) return failure('Your balance is not enough to fulfil this request', 400)
    if (luck < 0.12) {
      refused.add(reference)
      return failure('Account is not valid', 400)
    }
    // Deterministic, so that each run has transfers that are reversed after they arrived.
    const isPatient = transfers.size % 12 === 11
    const ends = isPatient ? 'reversed' : luck < 0.22 ? 'failed' : luck < 0.34 ? 'reversed' : 'success'
    const made: Transfer = {
      reference,
      recipient,
      amount,
      ends,
      status: luck > 0.9 ? 'success' : 'pending',
      isPatient,
      hiddenFor: luck > 0.6 && luck < 0.75 ? 2 : 0,
    }
    transfers.set(reference, made)
    return success(made)
  }
}
