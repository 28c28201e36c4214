import pg from 'pg'

/** More than any shop's page shows: its lists end with links to the rest. */
const PRODUCTS = 60
const BUYS = 20
const REVIEWS = 20

export interface FullShop {
  id: string
  productId: string
  close(): Promise<void>
}

/**
 * A shop with more of everything than a page shows, and with much to read about it. Its rows are written without
 * triggers: no one is notified of them, so `close()` can delete them. Its buys end one after another, so that a page
 * shows the same ones each time.
 */
export async function openFullShop(databaseUrl: string): Promise<FullShop> {
  const [id, productId] = [crypto.randomUUID(), crypto.randomUUID()]
  await withoutTriggers(databaseUrl, async (client) => {
    await client.query(
      `insert into vendors (id, owner_id, business_name, description, location, state, status)
       values ($1, gen_random_uuid(), 'Everything Stores', $2, 'Ibadan', 'Oyo', 'active')`,
      [id, wordsOf(600)],
    )
    await client.query('insert into vendor_metrics (vendor_id, rating, rating_count) values ($1, 4.5, $2)', [
      id,
      REVIEWS,
    ])
    for (let n = 0; n < PRODUCTS; n++) {
      const product = n === 0 ? productId : crypto.randomUUID()
      const name = `${wordsOf(40)} ${n}`
      await client.query(
        `insert into products (id, vendor_id, name, description, category, base_price, unit, available_quantity, vendor_location, share_date,
           created_at)
         values ($1, $2, $3, $4, 'grains', $5, 'bag', 1000, 'Ibadan', current_date + 20, now() - make_interval(mins => $6))`,
        [product, id, name, wordsOf(600), 50_000 + n * 1_017, n],
      )
      if (n >= BUYS) continue
      await client.query(
        `insert into group_buys (product_id, vendor_id, status, product_name, category, unit, vendor_location, base_price, share_date, end_date,
           price_tiers, target_quantity, min_participants, published_at)
         values ($1, $2, 'active', $3, 'grains', 'bag', 'Ibadan', $4, current_date + 20, now() + interval '9 days' + make_interval(mins => $6),
           $5, 40, 2, now())`,
        [
          product,
          id,
          name,
          50_000 + n * 1_017,
          '[{"participants":2,"price":48000},{"participants":4,"price":45000}]',
          n,
        ],
      )
    }
    for (let n = 0; n < REVIEWS; n++) {
      await client.query(
        `insert into reviews (vendor_id, author_id, order_id, rating, comment, reply, replied_at, product_ids)
         values ($1, gen_random_uuid(), gen_random_uuid(), 4, $2, $3, now(), array[$4::uuid])`,
        [id, wordsOf(300), wordsOf(150), productId],
      )
      await client.query(
        `insert into product_questions (product_id, vendor_id, asker_id, asker_name, question, answer, answered_at)
         values ($1, $2, gen_random_uuid(), 'Ngozi', $3, $4, now())`,
        [productId, id, wordsOf(150), wordsOf(300)],
      )
    }
  })
  return {
    id,
    productId,
    close: () =>
      withoutTriggers(databaseUrl, async (client) => {
        for (const table of ['reviews', 'product_questions', 'group_buys', 'products', 'vendor_metrics']) {
          await client.query(`delete from ${table} where vendor_id = $1`, [id])
        }
        await client.query('delete from vendors where id = $1', [id])
      }),
  }
}

async function withoutTriggers(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await work(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const WORDS =
  'rice beans garri yam plantain palm oil crayfish pepper onion tomato from the farm in Benue was good clean and heavy we shared it fairly on the day they said and nobody waited long at the hub thank you again for a full bag at this price next month we order more with our neighbours if stones stay out of it'.split(
    ' ',
  )

let place = 0

/** Text of at most this many characters, with little repetition, so that it compresses about as well as real texts. */
function wordsOf(most: number): string {
  let text = ''
  while (true) {
    place = (place * 48_271 + 11) % 2_147_483_647
    const next = `${text}${text && ' '}${WORDS[(place >> 8) % WORDS.length]}`
    if (next.length > most) return text
    text = next
  }
}
