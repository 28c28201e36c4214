import type { TestMarket } from '../market.ts'

/** Creates a hub that is open every day, or a shop's own place. Returns its id. */
export async function createHub(market: TestMarket, facts: Record<string, unknown> = {}): Promise<string> {
  const row = {
    name: `Hub ${crypto.randomUUID().slice(0, 8)}`,
    state: 'Lagos',
    lga: 'Ikeja',
    street: '1 Allen Avenue',
    opening_hours: JSON.stringify([1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '08:00', closes: '18:00' }))),
    stockpile_capacity_kg: 1000,
    ...facts,
  }
  return insert(market, 'pickup_points', row)
}

export const createZone = (market: TestMarket, facts: Record<string, unknown> = {}): Promise<string> =>
  insert(market, 'delivery_zones', {
    name: `Zone ${crypto.randomUUID().slice(0, 8)}`,
    state: 'Lagos',
    lgas: ['Surulere'],
    fee_kobo: 150_000,
    ...facts,
  })

export const createAddress = (
  market: TestMarket,
  person: string,
  facts: Record<string, unknown> = {},
): Promise<string> =>
  insert(market, 'addresses', {
    user_id: person,
    label: 'Home',
    recipient: 'Ngozi Bello',
    phone: '+2348031234567',
    street: '12 Bode Thomas Street',
    state: 'Lagos',
    lga: 'Surulere',
    ...facts,
  })

async function insert(market: TestMarket, table: string, row: Record<string, unknown>): Promise<string> {
  const columns = Object.keys(row)
  const { id } = await market.row<{ id: string }>(
    `insert into public.${table} (${columns.join(', ')}) values (${columns.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(row),
  )
  return id
}
