import type pg from 'pg'
import { seededChance } from './chance.ts'
import { demoId, personId } from './ids.ts'
import { insertRows, readTable } from './rows.ts'
import { findVendor } from './vendors.ts'

/** Hubs of the market, and one shop's own place. One hub per state, so that every order has a default place. */
const PLACES = readTable(
  ['key', 'shop', 'name', 'state', 'lga', 'street', 'latitude', 'longitude', 'phone', 'room', 'instructions'],
  `
lagos  |      | Yaba hub            | Lagos  | Lagos Mainland | 31 Herbert Macaulay Way, Yaba        | 6.50949 | 3.37111 | +2348035550201 | 60000 | The blue gate beside the filling station. Bring your own bags; trolleys are at the door.
ibadan |      | Bodija hub          | Oyo    | Ibadan North   | 14 Awolowo Avenue, Old Bodija        | 7.41972 | 3.90806 | +2348025550202 | 40000 | Ring at the counter. Cars may stop in the yard for 15 minutes.
abuja  |      | Wuse hub            | FCT    | Abuja Municipal | 7 Cairo Street, Wuse 2              | 9.07652 | 7.47013 | +2348125550203 | 40000 | Ground floor, behind the pharmacy. Security asks for your name.
ph     |      | Mile One hub        | Rivers | Port Harcourt  | 52 Ikwerre Road, Mile One, Diobu     | 4.79106 | 6.99845 | +2348035550204 | 25000 | Opposite the market's second gate. The cold room is on the left.
sade   | sade | Mama Sade's stall   | Lagos  | Kosofe         | Shop 14, Line B, Mile 12 Market, Ketu | 6.60642 | 3.39972 | +2348035550101 | 0    | Line B is the second on the right. We open early and pack up before Jumat on Fridays.
`,
)

const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '08:00', closes: '18:00' }))
const HOURS: Record<string, { day: number; opens: string; closes: string }[]> = {
  hub: [...WEEK, { day: 6, opens: '08:00', closes: '19:00' }, { day: 7, opens: '13:00', closes: '17:00' }],
  sade: [...WEEK.map((open) => ({ ...open, opens: '06:00' })), { day: 6, opens: '06:00', closes: '19:00' }],
}

/** Wednesdays and Saturdays. */
const DELIVERY_HOURS = [3, 6].map((day) => ({ day, opens: '10:00', closes: '17:00' }))

/** Without local governments: the whole state. */
const ZONES = readTable(
  ['key', 'shop', 'name', 'state', 'naira', 'lgas'],
  `
mainland | | Lagos Mainland and around | Lagos   | 1500 | Lagos Mainland, Surulere, Mushin, Somolu, Kosofe, Ikeja, Oshodi-Isolo, Apapa, Agege
island   | | Lagos Island and Lekki    | Lagos   | 2500 | Lagos Island, Eti-Osa
outer    | | The rest of Lagos         | Lagos   | 3500 |
ibadan   | | Ibadan                    | Oyo     | 1250 | Ibadan North, Ibadan North-East, Ibadan North-West, Ibadan South-East, Ibadan South-West, Akinyele, Egbeda
abuja    | | Abuja city                | FCT     | 2000 | Abuja Municipal, Bwari
ph       | | Port Harcourt             | Rivers  | 1750 | Port Harcourt, Obio/Akpor
kano     | dawanau | Kano, by Dawanau Grain Merchants | Kano | 2250 |
enugu    | | Enugu                     | Enugu   | 1500 |
jos      | | Plateau                   | Plateau | 2000 |
benin    | | Edo                       | Edo     | 1500 |
oyo      | | The rest of Oyo           | Oyo     | 3000 |
fct      | | Around Abuja              | FCT     | 3250 |
rivers   | | The rest of Rivers        | Rivers  | 3000 |
`,
)

const DOORS = readTable(
  ['state', 'lga', 'street', 'landmark'],
  `
Lagos   | Surulere        | 12 Bode Thomas Street     | Yellow gate, opposite the eatery
Lagos   | Eti-Osa         | 5 Admiralty Way, Lekki 1  | Block C, flat 4
Lagos   | Ikeja           | 28 Opebi Road             |
Oyo     | Ibadan North    | 9 Osuntokun Avenue        | Near the water works
FCT     | Abuja Municipal | 17 Aminu Kano Crescent    | Behind the bank
Rivers  | Obio/Akpor      | 3 Rumuola Road            |
Kano    | Nasarawa        | 40 Zoo Road               |
Enugu   | Enugu North     | 21 Ogui Road              |
Plateau | Jos North       | 6 Rwang Pam Street        | Beside the post office
Edo     | Oredo           | 33 Airport Road           |
`,
)

export const placeId = (key: 'lagos' | 'sade') => demoId('place', key)

/** Runs before the orders, which get their default place on insert. */
export async function insertPlaces(client: pg.ClientBase): Promise<void> {
  await insertRows(
    client,
    'public.pickup_points',
    PLACES.map(({ key, shop, room, latitude, longitude, ...place }) => ({
      ...place,
      id: demoId('place', key),
      vendor_id: shop ? findVendor(shop).id : null,
      latitude: Number(latitude),
      longitude: Number(longitude),
      opening_hours: HOURS[shop || 'hub'],
      stockpile_capacity_kg: Number(room),
      closed_at: null,
    })),
  )
  await insertRows(
    client,
    'public.delivery_zones',
    ZONES.map(({ key, shop, name, state, naira, lgas }) => ({
      id: demoId('zone', key),
      name,
      state,
      fee_kobo: Number(naira) * 100,
      lgas: lgas ? lgas.split(', ') : [],
      delivered_by: shop ? 'vendor' : 'market',
      delivery_hours: DELIVERY_HOURS,
      vendor_id: shop ? findVendor(shop).id : null,
    })),
  )
}

/** Three addresses of `customer`, and one each for some buyers. */
export async function insertAddresses(client: pg.ClientBase): Promise<void> {
  const chance = seededChance('addresses')
  const own = [
    ...DOORS.slice(0, 3).map((door, index) => ({
      person: 'customer',
      label: ['Home', 'Office', 'Mummy'][index],
      door,
    })),
    ...Array.from({ length: 12 }, (_, index) => ({
      person: `buyer${index + 1}`,
      label: 'Home',
      door: chance.pick(DOORS),
    })),
  ]
  await client.query(
    `insert into public.addresses (id, user_id, label, recipient, phone, street, landmark, state, lga)
     select a.id, p.id, a.label, p.full_name, a.phone, a.street, a.landmark, a.state, a.lga
     from jsonb_to_recordset($1::jsonb) as a (id uuid, person uuid, label text, phone text, street text, landmark text, state text, lga text)
     join public.profiles p on p.id = a.person`,
    [
      JSON.stringify(
        own.map(({ person, label, door }, index) => ({
          ...door,
          id: demoId('address', `${person} ${label}`),
          person: personId(person),
          label,
          phone: `+23480355503${String(index).padStart(2, '0')}`,
        })),
      ),
    ],
  )
}

/** Runs after the history is seeded: adds addresses and zones to orders with delivery. Charged fees do not change. */
export async function assignDeliveries(client: pg.ClientBase): Promise<void> {
  const doors = JSON.stringify(DOORS)
  await client.query(
    `insert into public.order_addresses (order_id, recipient, phone, street, landmark, state, lga)
     select o.id, o.buyer_name, '+2348035550' || lpad((o.order_no % 1000)::text, 3, '0'), d.street, d.landmark, d.state, d.lga
     from public.orders o join public.vendors v on v.id = o.vendor_id
     cross join lateral (select * from jsonb_to_recordset($1::jsonb) as r (state text, lga text, street text, landmark text)
       where r.state = v.state order by md5(o.id::text || r.street) limit 1) d
     where o.fulfilment = 'delivery'`,
    [doors],
  )
  await client.query(
    `update public.orders o set delivery_zone_id = z.id, delivered_by = z.delivered_by
     from public.order_addresses a, lateral (select id, delivered_by, vendor_id, lgas from public.delivery_zones where state = a.state and (lgas = '{}' or a.lga = any (lgas))
       order by cardinality(lgas) = 0 limit 1) z
     where a.order_id = o.id and (z.vendor_id is null or z.vendor_id = o.vendor_id)`,
  )
}
