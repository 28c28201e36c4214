import type { TestMarket } from '#server/testing/market.ts'
import { createProvenSession } from '#server/testing/money/shop-money.ts'
import { type ActOf, audits, count } from './act.ts'

const chiefAndPerson = async (market: TestMarket) => ({
  chief: await market.person({ role: 'chief' }),
  person: await market.person(),
})

const REASON = 'Three orders were paid back by false claims.'

/** Commands about accounts and their people. */
export const actsOfAccounts = {
  async 'set-role'(market: TestMarket) {
    const [chief, person] = [await market.person({ role: 'chief' }), await market.person()]
    return {
      as: chief,
      body: { user_id: person, role: 'manager' },
      other: { user_id: person, role: 'coordinator' },
      effects: () => audits(market, person),
    }
  },
  async 'verify-account'(market: TestMarket) {
    const [chief, person] = [await market.person({ role: 'chief' }), await market.person()]
    return {
      as: chief,
      body: { user_id: person, verified: true },
      other: { user_id: person, verified: false },
      effects: () => audits(market, person),
    }
  },
  async 'end-sessions'(market: TestMarket) {
    const [chief, person] = [await market.person({ role: 'chief' }), await market.person()]
    return {
      as: chief,
      body: { user_id: person },
      other: { user_id: await market.person() },
      effects: () => audits(market, person),
    }
  },
  async 'delete-account'(market: TestMarket) {
    const person = await market.person()
    const session = await createProvenSession(market, person)
    return {
      as: person,
      session,
      body: { user_id: person },
      other: { user_id: crypto.randomUUID() },
      effects: () => audits(market, person),
    }
  },
  async 'suspend-account'(market: TestMarket) {
    const { chief, person } = await chiefAndPerson(market)
    return {
      as: chief,
      body: { user_id: person, reason: REASON },
      other: { user_id: person, reason: `${REASON} Twice.` },
      effects: () => count(market, 'public.account_suspensions where person_id = $1', [person]),
    }
  },
  async 'reinstate-account'(market: TestMarket) {
    const { chief, person } = await chiefAndPerson(market)
    await market.call('suspend-account', { user_id: person, reason: REASON }, { as: chief })
    return {
      as: chief,
      body: { user_id: person, reason: 'The claims were in order.' },
      other: { user_id: person, reason: 'Another reason for it.' },
      effects: () =>
        count(market, 'public.account_suspensions where person_id = $1 and ended_at is not null', [person]),
    }
  },
  async 'reveal-contact'(market: TestMarket) {
    const { chief, person } = await chiefAndPerson(market)
    return {
      as: chief,
      body: { user_id: person, reason: 'They asked for a call' },
      other: {},
      // Each look is a separate row.
      effects: () =>
        count(market, `(select from public.audit_log where action = 'contact.reveal' and subject_id = $1 limit 1) l`, [
          person,
        ]),
    }
  },
} satisfies Record<string, ActOf>
