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
  async 'open-data-request'(market: TestMarket) {
    const { chief } = await chiefAndPerson(market)
    const body = { ...REQUEST, person_id: null }
    return {
      as: chief,
      body,
      other: { ...body, kind: 'correction' },
      effects: () => count(market, 'public.data_requests where opened_by = $1', [chief]),
    }
  },
  async 'handle-data-request'(market: TestMarket) {
    const { chief, requestId } = await dataRequest(market)
    const body = { request_id: requestId, step: 'fulfil', text: 'Sent to them by letter.', until: null }
    return {
      as: chief,
      body,
      other: { ...body, step: 'refuse' },
      effects: () => count(market, `public.data_requests where id = $1 and status = 'fulfilled'`, [requestId]),
    }
  },
  async 'confirm-erasure'(market: TestMarket) {
    const { chief, requestId } = await dataRequest(market, 'erasure')
    await market.call('confirm-erasure', { request_id: requestId }, { as: await market.person({ role: 'chief' }) })
    return {
      as: chief,
      body: { request_id: requestId },
      other: { request_id: crypto.randomUUID() },
      effects: () => count(market, `public.data_requests where id = $1 and status = 'fulfilled'`, [requestId]),
    }
  },
  async 'make-data-export'(market: TestMarket) {
    const { chief, requestId } = await dataRequest(market)
    return {
      as: chief,
      body: { request_id: requestId },
      other: { request_id: crypto.randomUUID() },
      effects: () => count(market, 'public.data_exports where request_id = $1', [requestId]),
    }
  },
  async 'take-data-export'(market: TestMarket) {
    const { chief, requestId } = await dataRequest(market)
    const { body } = await market.call('make-data-export', { request_id: requestId }, { as: chief })
    return {
      as: chief,
      aal: 'aal2',
      body: { export_id: body.export_id },
      other: { export_id: crypto.randomUUID() },
      effects: () => count(market, 'public.data_exports where request_id = $1 and taken_at is not null', [requestId]),
    }
  },
  async 'log-data-export'(market: TestMarket) {
    const person = await market.person()
    return {
      as: person,
      body: { file: 'data' },
      other: { file: 'orders' },
      effects: () => count(market, 'public.data_requests where person_id = $1', [person]),
    }
  },
  async 'save-data-incident'(market: TestMarket) {
    const { chief } = await chiefAndPerson(market)
    return {
      as: chief,
      body: INCIDENT,
      other: { ...INCIDENT, title: 'A phone was lost' },
      effects: () => count(market, 'public.data_incidents where opened_by = $1', [chief]),
    }
  },
} satisfies Record<string, ActOf>

const REQUEST = { kind: 'access', channel: 'letter', requester: 'Ada Obi', details: '', received_on: '2026-01-05' }

const INCIDENT = {
  incident_id: null,
  title: 'A laptop was stolen',
  discovered_at: '2026-01-05T10:00',
  what_happened: 'From the hub in Ikeja',
  data_affected: 'Names and phone numbers of one day',
  people_affected: 40,
  is_high_risk: false,
  measures: '',
  commission_notified_at: null,
  people_notified_at: null,
  close: false,
}

async function dataRequest(market: TestMarket, kind = 'access') {
  const { chief, person } = await chiefAndPerson(market)
  const { body } = await market.call('open-data-request', { ...REQUEST, kind, person_id: person }, { as: chief })
  return { chief, requestId: String(body.request_id) }
}
