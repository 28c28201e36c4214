import pg from 'pg'

/** More than any shop's page shows: its lists end with links to the rest. */
const PRODUCTS = 60
const BUYS = 20
const REVIEWS = 20
/** Changes of the first product’s price, and its settled buys; the photographs of its open buy. */
const PRICES = 30
const PHOTOGRAPHS = 6

export interface FullShop {
  id: string
  productId: string
  /** An open buy of the product. */
  buyId: string
  close(): Promise<void>
}

/**
 * A shop with more of everything than a page shows, and with much to read about it. Its rows are written without
 * triggers: no one is notified of them, so `close()` can delete them. Its buys end one after another, so that a page
 * shows the same ones each time.
 */
export async function openFullShop(databaseUrl: string): Promise<FullShop> {
  const [id, productId, buyId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
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
        `insert into group_buys (id, product_id, vendor_id, status, product_name, category, unit, vendor_location, base_price, share_date, end_date,
           price_tiers, target_quantity, min_participants, published_at)
         values ($7, $1, $2, 'active', $3, 'grains', 'bag', 'Ibadan', $4, current_date + 20, now() + interval '9 days' + make_interval(mins => $6),
           $5, 40, 2, now())`,
        [
          product,
          id,
          name,
          50_000 + n * 1_017,
          '[{"participants":2,"price":48000},{"participants":4,"price":45000}]',
          n,
          n === 0 ? buyId : crypto.randomUUID(),
        ],
      )
    }
    await addPrices(client, { id, productId })
    await addPhotographs(client, buyId)
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
    buyId,
    close: () =>
      withoutTriggers(databaseUrl, async (client) => {
        await client.query('delete from product_prices where product_id = $1', [productId])
        await client.query('delete from buy_pictures where group_buy_id = $1', [buyId])
        for (const table of ['reviews', 'product_questions', 'group_buys', 'products', 'vendor_metrics']) {
          await client.query(`delete from ${table} where vendor_id = $1`, [id])
        }
        await client.query('delete from vendors where id = $1', [id])
      }),
  }
}

async function addPrices(client: pg.Client, { id, productId }: { id: string; productId: string }): Promise<void> {
  await client.query(
    `insert into product_prices (product_id, day, price, unit)
     select $1, current_date - 5 - n * 11, 50000 + n * 317 + (n % 3) * 1500, 'bag' from generate_series(1, $2) n`,
    [productId, PRICES],
  )
  await client.query(
    `insert into group_buys (product_id, vendor_id, status, product_name, category, unit, vendor_location, base_price, share_date, end_date,
       price_tiers, target_quantity, min_participants, published_at, settled_at, final_price)
     select $1, $2, 'completed', 'Settled', 'grains', 'bag', 'Ibadan', 50000, current_date, now() - make_interval(days => n * 9), '[]', 40, 2, now(),
       now() - make_interval(days => n * 9), 44000 + n * 211 from generate_series(1, $3) n`,
    [productId, id, PRICES],
  )
}

async function addPhotographs(client: pg.Client, buyId: string): Promise<void> {
  for (let n = 1; n <= PHOTOGRAPHS; n++)
    await client.query(
      `insert into buy_pictures (group_buy_id, path, url, caption, position)
       select $1, $2::text, '/storage/v1/object/public/pictures/' || $2::text || '#8a6b3c', $3, $4`,
      [buyId, `${crypto.randomUUID()}/${crypto.randomUUID().replaceAll('-', '')}`, wordsOf(100), n],
    )
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
