import type { PaymentGateway } from '#platform/payment-gateways/gateway.ts'
import { createPaystack } from '#platform/payment-gateways/paystack.ts'

/** Chance from a seed, so that a run can be had again. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Transfer {
  reference: string
  recipient: string
  amount: string
  status: 'pending' | 'success' | 'failed' | 'reversed'
  ends: 'success' | 'failed' | 'reversed'
  /** So often it is not found although it was taken. */
  hiddenFor: number
  /** Comes back only after we have heard that it arrived; others may before. */
  isPatient: boolean
}

export interface UnreliableBank {
  gateway: PaymentGateway
  transfers: Map<string, Transfer>
  /** References that it refuses for good. */
  refused: Set<string>
  /** Pending transfers end, and some that arrived come back. `heard`: references that we know to have arrived. */
  passTime(heard: ReadonlySet<string>): void
}

/**
 * Speaks Paystack's protocol as an unlucky bank does: answers are lost before and after the work, transfers are refused, fail,
 * succeed long after their call was given up, come back after success, and the market's balance there runs out. It takes a
 * reference once.
 */
export function unreliableBank(seed: number): UnreliableBank {
  const chance = chanceOf(seed)
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
    passTime(heard) {
      for (const transfer of transfers.values()) {
        transfer.hiddenFor = 0
        if (transfer.status === 'pending') transfer.status = transfer.ends === 'failed' ? 'failed' : 'success'
        else if (transfer.ends === 'reversed' && (!transfer.isPatient || heard.has(transfer.reference)))
          transfer.status = 'reversed'
      }
    },
  }

  function serve({ pathname }: URL, init: RequestInit): Response {
    if (pathname === '/transferrecipient') return yes({ recipient_code: 'RCP_one' })
    if (pathname === '/transfer') return take(JSON.parse(String(init.body)))
    const known = transfers.get(pathname.split('/').at(-1) ?? '')
    if (!known) return no('Transfer not found', 404)
    if (known.hiddenFor > 0) {
      known.hiddenFor -= 1
      return no('Transfer not found', 404)
    }
    return yes(known)
  }

  function take({ reference, recipient, amount }: { reference: string; recipient: string; amount: string }): Response {
    const known = transfers.get(reference)
    if (known)
      return chance() < 0.5 ? yes(known) : no('Please provide a unique reference. It exists on a transfer', 400)
    if (refused.has(reference)) return no('Account is not valid', 400)
    const luck = chance()
    if (luck < 0.05) return no('Your balance is not enough to fulfil this request', 400)
    if (luck < 0.12) {
      refused.add(reference)
      return no('Account is not valid', 400)
    }
    // No luck is needed for one that comes back after it arrived: each run has some.
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
    return yes(made)
  }
}

const yes = (data: unknown) => Response.json({ status: true, message: 'ok', data })
const no = (message: string, status: number) => Response.json({ status: false, message }, { status })
