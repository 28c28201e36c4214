import type pg from 'pg'
import { demoId, personId } from './ids.ts'
import { after } from './lagos-time.ts'
import { type DatedMove, insertRows, readTable, setCause } from './rows.ts'

/** `quality` is the mean rating in stars. */
const TABLE = `
sade       | vendor   | Folasade Bakare            | Mama Sade Foodstuff           | Lagos         | Lagos   | active    | 4.7 | rice.svg       | 0803 555 0101 | Shop 14, Line B, Mile 12 International Market, Ketu
oyingbo    | vendor2  | Lukman Adeshina            | Oyingbo Cold Room             | Lagos         | Lagos   | active    | 4.3 | chicken.svg    | 0805 555 0102 | 22 Coates Street, Oyingbo, Ebute Metta
epe        | vendor3  | Sikirat Epetedo            | Epe Waterside Fish Women      | Lagos         | Lagos   | active    | 4.6 | croaker.svg    | 0809 555 0103 | Oluwo Fish Market, Epe
bodija     | vendor4  | Adewale Oyedepo            | Bodija Grain House            | Ibadan        | Oyo     | active    | 4.5 | beans.svg      | 0802 555 0104 | Block 7, Bodija Market, Ibadan
oje        | vendor5  | Risikat Olalere            | Oje Fruits and Leaves         | Ibadan        | Oyo     | active    | 4.1 | orange.svg     | 0706 555 0105 | Oje Market, near the palace, Ibadan
wuse       | vendor6  | Grace Audu                 | Wuse Fresh Basket             | Abuja         | FCT     | active    | 4.4 | tomatoes.svg   | 0812 555 0106 | Zone 5, Wuse Market, Abuja
zuba       | vendor7  | Terhemba Ikyaave           | Zuba Yam and Fruit Depot      | Abuja         | FCT     | active    | 4.2 | yam.svg        | 0703 555 0107 | Zuba Fruit Market, Kaduna Road
mileone    | vendor8  | Tonye Dokubo               | Mile One Oil and Seafood      | Port Harcourt | Rivers  | active    | 4.5 | palm-oil.svg   | 0803 555 0108 | Mile One Market, Diobu, Port Harcourt
dawanau    | vendor9  | Alhaji Nasiru Kabir        | Dawanau Grain Merchants       | Kano          | Kano    | active    | 4.6 | guinea-corn.svg | 0806 555 0109 | Dawanau International Grain Market, Kano
ogbete     | vendor10 | Chinwe Ugwu                | Ogbete Main Provisions        | Enugu         | Enugu   | active    | 4.0 | egusi.svg      | 0814 555 0110 | Ogbete Main Market, Enugu
bukuru     | vendor11 | Dalyop Chollom             | Bukuru Highland Vegetable Farmers Multipurpose Cooperative Society | Jos | Plateau | active | 4.8 | irish-potato.svg | 0701 555 0111 | Building Materials Junction, Bukuru
newbenin   | vendor12 | Osazuwa Ero                | New Benin Plantain and Oil    | Benin City    | Edo     | active    | 3.9 | plantain.svg   | 0810 555 0112 | New Benin Market, Mission Road
ikorodu    | vendor13 | Rasheed Balogun-Ikorodu    | Ikorodu Livestock Farmers     | Lagos         | Lagos   | pending   | 4.0 |                | 0901 555 0113 | Km 3, Sagamu Road, Ikorodu
transamadi | vendor14 | Daerefa Amakiri            | Trans Amadi Frozen Foods      | Port Harcourt | Rivers  | suspended | 2.9 |                | 0803 555 0114 | 5 Trans Amadi Road, Port Harcourt
`

const DESCRIPTIONS: Record<string, string> = {
  sade: 'Foodstuff by the bag, basket and paint since 1998. We buy at the lorry in Mile 12 before six in the morning, so what you share on Saturday was on the road on Thursday night. Stones are picked out of our beans before bagging.',
  oyingbo:
    'Chicken, turkey, beef and eggs from our own cold room at minus 18 degrees, with two generators. Cartons stay sealed until you open them. Cut to your size on request, no extra charge.',
  epe: 'Eleven women who buy straight from the boats at Epe. Croaker, prawns and catfish of the same morning, cleaned when you ask, smoked over hardwood when you want it to keep.',
  bodija:
    'Rice, beans, garri and maize for homes, schools and canteens in Ibadan. Every bag is weighed in front of you; a bag that is short is filled up, not argued about.',
  oje: 'Fruits and leaf vegetables from farms around Ido, Akinyele and Oyo town. Leaves are cut on the morning of the sharing day.',
  wuse: 'Tomatoes, peppers and salad vegetables for Abuja kitchens, sorted twice and packed in crates, not squeezed in baskets.',
  zuba: 'Yams from Zaki Biam and fruits of the season at the gate of Abuja. Yams are sold by the tuber and counted aloud; a rotten one is changed within a day.',
  mileone:
    'Palm oil from small mills in Ogoni and Etche, pressed this season and never mixed, and seafood from the creeks. Ask for the mill of your keg; we write it on the cap.',
  dawanau:
    'Grains from the largest grain market in West Africa: guinea corn, millet, maize, beans and groundnuts, cleaned and bagged to your weight. Lorries to Lagos and Abuja twice a week.',
  ogbete: 'Abakaliki rice, egusi, okpa flour, stockfish and other provisions from Ogbete. Retail and wholesale.',
  bukuru:
    'Two hundred and thirty farming families on the Plateau. Irish potatoes, carrots, cabbage and other cold-weather vegetables, harvested on order, so nothing waits in a store.',
  newbenin:
    'Plantain, pineapple, palm oil and garri from farms in Edo State. Plantain comes green or ripe as you choose when you collect.',
  ikorodu:
    'A group of goat, turkey and snail farmers in Ikorodu and Imota. We slaughter at the registered abattoir and bring the certificate.',
  transamadi: 'Imported and local frozen fish and chicken by the carton.',
}

export interface Vendor {
  key: string
  id: string
  /** Key and id of the person. */
  owner: string
  ownerId: string
  ownerName: string
  name: string
  location: string
  state: string
  status: string
  quality: number
  logo: string | null
  phone: string
  address: string
}

export const VENDORS: readonly Vendor[] = readTable(
  ['key', 'owner', 'ownerName', 'name', 'location', 'state', 'status', 'quality', 'logo', 'phone', 'address'],
  TABLE,
).map((cells) => ({
  ...cells,
  id: demoId('vendor', cells.key),
  ownerId: personId(cells.owner),
  quality: Number(cells.quality),
  logo: cells.logo ? `/basins/${cells.logo}` : null,
}))

export function findVendor(key: string): Vendor {
  const vendor = VENDORS.find((candidate) => candidate.key === key)
  if (!vendor) throw new Error(`There is no vendor ${key}`)
  return vendor
}

/**
 * Inserts the shops; the manager of the state approves those that are not pending. Returns the moves to backdate.
 */
export async function insertVendors(client: pg.ClientBase, now: Date): Promise<DatedMove[]> {
  const openedAt = (index: number) => after(now, -24 * (206 - index * 3))
  await setCause(client, 'vendor')
  await insertRows(
    client,
    'public.vendors',
    VENDORS.map((vendor, index) => ({
      id: vendor.id,
      owner_id: vendor.ownerId,
      business_name: vendor.name,
      description: DESCRIPTIONS[vendor.key] ?? '',
      location: vendor.location,
      state: vendor.state,
      logo_url: vendor.logo,
      created_at: vendor.status === 'pending' ? after(now, -30) : openedAt(index),
    })),
  )
  await setCause(client, 'manager')
  const becomes = (status: string, shops: readonly Vendor[]) =>
    client.query('update public.vendors set status = $1 where id = any ($2::uuid[])', [
      status,
      shops.map(({ id }) => id),
    ])
  const decided = VENDORS.filter((vendor) => lastDecision(vendor))
  await becomes('active', decided)
  const details = VENDORS.map((vendor, index) => {
    const decision = lastDecision(vendor)
    return {
      id: vendor.id,
      phone: vendor.phone,
      address: vendor.address,
      registration_number: `BN ${2_410_000 + index * 3_517}`,
      decided_by: decision && personId(decision.manager),
      decided_at: decision && (vendor.status === 'suspended' ? after(now, -9 * 24) : after(openedAt(index), 26)),
      decision_note: decision?.note ?? null,
    }
  })
  await client.query(
    `update public.vendor_details d set phone = s.phone, address = s.address, registration_number = s.registration_number,
       decided_by = s.decided_by, decided_at = s.decided_at, decision_note = s.decision_note
     from jsonb_to_recordset($1::jsonb) as s (id uuid, phone text, address text, registration_number text, decided_by uuid,
       decided_at timestamptz, decision_note text) where d.vendor_id = s.id`,
    [JSON.stringify(details)],
  )
  return VENDORS.flatMap((vendor, index) => [
    { id: vendor.id, to: 'pending', at: vendor.status === 'pending' ? after(now, -30) : openedAt(index) },
    { id: vendor.id, to: 'active', at: after(openedAt(index), 26) },
    { id: vendor.id, to: 'suspended', at: after(now, -9 * 24) },
  ])
}

/** Runs after the history is seeded, because a suspended shop sold until then. */
export async function suspendVendors(client: pg.ClientBase): Promise<void> {
  await setCause(client, 'manager')
  const stopped = VENDORS.filter(({ status }) => status === 'suspended')
  await client.query(`update public.vendors set status = 'suspended' where id = any ($1::uuid[])`, [
    stopped.map(({ id }) => id),
  ])
}

/** The last decision on a shop: key of the manager, and the note; null while pending. */
export function lastDecision(vendor: Vendor): { manager: string; note: string } | null {
  if (vendor.status === 'pending') return null
  const manager = ['Lagos', 'Oyo'].includes(vendor.state)
    ? 'manager'
    : ['Rivers', 'Edo', 'Enugu'].includes(vendor.state)
      ? 'manager3'
      : 'manager2'
  const note =
    vendor.status === 'suspended'
      ? 'Two cartons of the last sharing had thawed and been frozen again. The shop may be reinstated after a cold-chain inspection.'
      : 'Papers seen, stall visited.'
  return { manager, note }
}
