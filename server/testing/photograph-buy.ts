import type { TestMarket } from './market.ts'

interface PhotographedBuy {
  buyId: string
  ownerId: string
}

/** Adds a photograph to a buy as its vendor; returns its id. */
export async function photographBuy(market: TestMarket, { buyId, ownerId }: PhotographedBuy): Promise<string> {
  const path = `${ownerId}/${crypto.randomUUID()}.jpg`
  await market.db.owner.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata)
     values ('pictures', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"colour": "8a6b3c"}')`,
    [path, ownerId],
  )
  const { id } = await market.row<{ id: string }>(
    'insert into public.buy_pictures (group_buy_id, path, caption) values ($1, $2, $3) returning id',
    [buyId, path, 'The bags of this lot'],
  )
  return id
}
