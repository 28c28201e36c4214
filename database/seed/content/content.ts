import type pg from 'pg'
import { findFood } from '../foods/foods.ts'
import { backdateMoves } from '../history/backdate.ts'
import { demoId } from '../ids.ts'
import { after } from '../lagos-time.ts'
import type { Buy } from '../model.ts'
import { insertPosts } from '../posts/posts.ts'
import { insertRows, readTable, type SeedRow, setCause } from '../rows.ts'

/** Inserts deals, adverts and posts; one deal and one advert are deleted again. */
export async function insertContent(client: pg.ClientBase, buys: readonly Buy[], now: Date): Promise<void> {
  await setCause(client, 'content')
  const deals = dealRows(now, buys)
  const adverts = advertRows(now)
  await insertRows(client, 'public.featured_deals', deals)
  await insertRows(client, 'public.advertisements', adverts)
  await client.query(`update public.featured_deals set status = 'deleted' where id = $1`, [demoId('deal', 'christmas')])
  await client.query(`update public.advertisements set status = 'deleted' where title = 'Frozen foods of Trans Amadi'`)
  const posts = await insertPosts(client, now)
  await backdateMoves(client, [
    ...[...deals, ...adverts].flatMap(({ id, created_at }) => [
      { id: String(id), to: 'active', at: created_at as Date },
      { id: String(id), to: 'deleted', at: after(created_at as Date, 29) },
    ]),
    ...posts,
  ])
  await setCause(client, 'operator')
}

/** `opens` is a product (`p:`) or a group buy (`b:`). */
const DEALS = `
rice       | b:rice-pool   | Half bag (25 kg), Full bag (50 kg)
titus      | p:kote        | Sealed carton, Cut and cleaned
yam        | b:yam-pool    | 5 tubers, 20 tubers, 60 tubers
palm       | p:palm-oil    | Keg of 25 litres
eggs       | b:open-eggs   | One crate, Six crates, Thirty crates
carrots    | p:carrots     | Full bag
oranges    | p:orange      | Bag of about 240
christmas  | p:broilers    | Dressed, Dressed and cut
`

const DEAL_NAMES: Record<string, string> = {
  rice: 'Kebbi rice, new harvest',
  titus: 'Kote by the carton, straight from the cold store',
  yam: 'Zaki Biam yams for the whole compound',
  palm: 'Ogoni palm oil of this season',
  eggs: 'Eggs of this week',
  carrots: 'Plateau carrots, harvested on order',
  oranges: 'Oranges for the office',
  christmas: 'Broilers for a party of fifty',
}

function dealRows(now: Date, buys: readonly Buy[]): SeedRow[] {
  return readTable(['key', 'opens', 'options'], DEALS).map(({ key, opens, options }, index) => {
    const target = opens.slice(2)
    const buy = opens.startsWith('b:') ? buys.find(({ plan }) => plan.key === target) : undefined
    const food = buy?.food ?? findFood(target)
    return {
      id: demoId('deal', key),
      name: DEAL_NAMES[key] ?? food.name,
      base_price: food.price,
      unit: food.unit,
      options: JSON.stringify(options.split(', ')),
      image_url: food.image,
      product_id: buy ? null : food.id,
      group_buy_id: buy?.id ?? null,
      created_at: after(now, -30 - index * 41),
    }
  })
}

/** page | position | from and to in days | picture | link | title */
const ADVERTS = `
home       | top    | -20 | 70 | rice.svg          | /group-buys | Harvest weeks: rice by the bag, shared by thirty
home       | bottom | -10 | 90 | palm-oil.svg      | /vendor-signup | Do you sell by the bag? Open your shop here
products   | top    | -15 | 75 | irish-potato.svg  | /products?category=vegetables | From the Plateau: potatoes, carrots and cabbage in one lorry
products   | middle | -15 | 75 | croaker.svg       | /products?category=seafood | Landed at Epe this morning
products   | bottom | -9  | 80 | eggs.svg          | /faq | What are PEPS? How price differences come back to you
group-buys | top    | -12 | 60 | plantain.svg      | /blog/how-a-group-buy-settles | The price falls as more people join
group-buys | middle | -12 | 60 | onions.svg        | /blog/keeping-onions | Buying 100 kg of onions? Read how to keep them
group-buys | bottom | -12 | 60 | yam.svg           | /leaderboard | Bring your neighbours: 0.5% of what they buy, in PEPS
vendors    | top    | -30 | 90 | garri.svg         | /vendor-terms | What we promise each other: 95% on time
blog       | bottom | -30 | 90 | tomatoes.svg      | /products | Cooking today? See what is in stock
home       | middle | -80 | -9 | goat-meat.svg     | /group-buys | Sallah rams and goats, together
products   | top    | 20  | 60 | turkey.svg        | /products?category=meat | December turkeys: reserve early
vendors    | bottom | -40 | 50 | chicken.svg       | /vendors | Frozen foods of Trans Amadi
`

function advertRows(now: Date): SeedRow[] {
  const columns = ['page', 'position', 'from', 'to', 'picture', 'link', 'title'] as const
  return readTable(columns, ADVERTS).map((advert, index) => ({
    id: demoId('advert', index),
    page: advert.page,
    position: advert.position,
    title: advert.title,
    image_url: `/basins/${advert.picture}`,
    link_url: advert.link,
    start_date: after(now, Number(advert.from) * 24),
    end_date: after(now, Number(advert.to) * 24),
    created_at: after(now, Math.min(-1, Number(advert.from)) * 24 - 20),
  }))
}
