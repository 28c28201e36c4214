import { readTable } from '../rows.ts'

/**
 * `tiers` are "people:per cent off". `opened` counts days before now, `ends` hours from now, `share` days from today.
 * `joined` people have `paid` paid orders. Flags: `p` pay to join, `x` may be extended, `c` the customer takes part,
 * `f` every unit is taken, `t` ends tonight, `s` a buyer joined twice, `l` some left again, `b13` comes in bags of 13.
 */
const TABLE = `
rice-pool      | long-rice     | active    | 6   | 92   | 9   | 60  | 5  | 30 | 5:5 10:10 20:15     | 18 | 11 | c s l
tonight        | tomatoes      | active    | 5   | 5    | 4   | 30  | 6  | 25 | 6:6 12:10 18:14     | 14 | 9  | t c
full-titus     | titus         | active    | 8   | 50   | 7   | 0   | 8  | 16 | 8:5 12:9 16:12      | 16 | 12 | f
open-eggs      | eggs          | active    | 4   | 68   | 6   | 300 | 10 |    | 10:5 25:10 40:15    | 32 | 17 | c l
long-name      | jos-potatoes  | active    | 7   | 140  | 11  | 80  | 8  | 40 | 8:6 16:11 28:16     | 21 | 8  | x
oloyin-pool    | oloyin        | active    | 5   | 101  | 9   | 50  | 5  | 25 | 5:5 12:9 20:13      | 9  | 4  |
onion-pool     | onions        | active    | 9   | 170  | 12  | 70  | 10 | 45 | 10:7 20:12 35:18    | 27 | 15 | s
goat-pool      | whole-goat    | active    | 2   | 160  | 12  | 24  | 6  | 24 | 6:6 12:11 20:15     | 3  | 3  | p
yam-pool       | benue-yam     | active    | 3   | 96   | 9   | 400 | 8  | 40 | 8:5 16:10 30:14     | 12 | 5  | l
crayfish-pool  | crayfish      | active    | 0.2 | 83   | 8   | 40  | 5  | 20 | 5:6 10:10 16:14     | 0  | 0  | x
plantain-pool  | plantain      | active    | 3   | 44   | 6   | 120 | 6  | 30 | 6:6 14:11 24:15     | 23 | 13 | c
garri-pool     | ijebu-garri   | active    | 4   | 240  | 16  | 70  | 6  | 35 | 6:5 15:10 28:15     | 5  | 2  |
broiler-pool   | broilers      | active    | 5   | 62   | 6   | 180 | 8  | 30 | 8:5 15:9 24:13      | 22 | 16 | l
oil-pool       | palm-oil      | active    | 6   | 110  | 8   | 60  | 5  | 28 | 5:6 11:10 22:16     | 10 | 6  | c
beans-by-bag   | olo-paint     | active    | 3   | 86   | 8   | 65  | 5  | 30 | 5:5 10:9            | 11 | 6  | b13
rodo-draft     | ata-rodo      | draft     | 1   | 100  | 8   | 20  | 5  | 18 | 5:6 12:12           | 0  | 0  |
beef-closed    | beef          | closed    | 8   | -5   | 4   | 160 | 8  | 30 | 8:5 14:9 22:13      | 16 | 11 | c
tomatoes-short | plum-tomatoes | settling  | 9   | -50  | 1   | 40  | 9  | 30 | 9:7 18:13           | 6  | 4  |
croaker-sure   | croaker       | confirmed | 8   | -9   | 4   | 90  | 6  | 24 | 6:6 12:10 18:14     | 13 | 13 | c l
shaki-sure     | shaki         | confirmed | 9   | -60  | 1   | 120 | 6  | 24 | 6:5 12:9 18:13      | 14 | 14 |
prawns-ready   | prawns        | ready     | 12  | -100 | 0   | 60  | 6  | 25 | 6:6 12:11 20:15     | 17 | 15 | c
rice-done      | ofada         | completed | 34  | -420 | -12 | 50  | 6  | 30 | 6:6 14:10 22:14     | 20 | 18 | c l
onions-done    | white-onions  | completed | 52  | -840 | -30 | 80  | 8  | 40 | 8:5 16:10 30:14     | 19 | 19 | c
turkey-done    | turkey-wings  | completed | 84  | -1600 | -61 | 40 | 6  | 25 | 6:5 12:9 20:13      | 14 | 12 | l
oil-done       | palm-oil-5    | completed | 132 | -2780 | -110 | 70 | 6 | 35 | 6:6 14:10 24:14     | 15 | 15 | c
cassava-failed | yellow-garri  | failed    | 38  | -560 | -20 | 60  | 12 | 40 | 12:7 24:13          | 7  | 5  | c l
frozen-stopped | frozen-kote   | cancelled | 18  | -180 | -4  | 30  | 5  | 20 | 5:5 12:10           | 8  | 5  |
`

export interface BuyPlan {
  key: string
  food: string
  stage: string
  openedDaysAgo: number
  endsInHours: number
  shareInDays: number
  target: number
  minParticipants: number
  maxParticipants: number | null
  /** Threshold and per cent off. */
  tiers: { participants: number; percentOff: number }[]
  joined: number
  paid: number
  flags: ReadonlySet<string>
  /** Units in a bag; null if it does not come in bags. */
  packSize: number | null
}

export const BUY_PLANS: readonly BuyPlan[] = readTable(
  ['key', 'food', 'stage', 'opened', 'ends', 'share', 'target', 'min', 'max', 'tiers', 'joined', 'paid', 'flags'],
  TABLE,
).map((cells) => ({
  key: cells.key,
  food: cells.food,
  stage: cells.stage,
  openedDaysAgo: Number(cells.opened),
  endsInHours: Number(cells.ends),
  shareInDays: Number(cells.share),
  target: Number(cells.target),
  minParticipants: Number(cells.min),
  maxParticipants: cells.max ? Number(cells.max) : null,
  tiers: cells.tiers.split(' ').map((tier) => {
    const [participants = 0, percentOff = 0] = tier.split(':').map(Number)
    return { participants, percentOff }
  }),
  joined: Number(cells.joined),
  paid: Number(cells.paid),
  flags: new Set(cells.flags.split(' ').filter(Boolean)),
  packSize: Number(/\bb(\d+)/.exec(cells.flags)?.[1]) || null,
}))
