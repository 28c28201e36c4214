import type pg from 'pg'
import { demoId, personId } from '../ids.ts'
import { after } from '../lagos-time.ts'
import type { Buy, Order } from '../model.ts'
import type { BulkOrder } from '../orders/bulk-orders.ts'
import { insertRows } from '../rows.ts'

/**
 * Lines begin with the sender: b the buyer, v the vendor. Buyers are referenced by key, buys by the key of their plan.
 */
const CONVERSATIONS: { buy: string; buyer: string; hoursAgo: number; lines: string[] }[] = [
  {
    buy: 'rice-pool',
    buyer: 'customer',
    hoursAgo: 30,
    lines: [
      'b Good afternoon ma. Is this rice from the new harvest, or from last year?',
      'v Good afternoon. New harvest from Argungu, it arrived on Monday. We destone it again here before we share.',
      'b Thank you. Can my brother collect it for me on the sharing day?',
      'v Yes. Send him with your code and his name, and tell him to come before 2 pm, the queue is short then.',
    ],
  },
  {
    buy: 'rice-done',
    buyer: 'customer',
    hoursAgo: 260,
    lines: ['b I have collected the half bag. Very clean, thank you.', 'v We thank you. Till next time.'],
  },
  {
    buy: 'prawns-ready',
    buyer: 'customer',
    hoursAgo: 20,
    lines: [
      'b Please from what time can I come tomorrow?',
      'v From half past seven. Bring a cooler, we have ice but not for everybody.',
      'b I will come at nine.',
    ],
  },
  {
    buy: 'open-eggs',
    buyer: 'customer',
    hoursAgo: 6,
    lines: ['b Hello. I would like to change from one crate to three. Do I join again?'],
  },
]

export async function insertConversations(client: pg.ClientBase, buys: readonly Buy[], now: Date): Promise<void> {
  const talks = CONVERSATIONS.flatMap((talk) => {
    const order = buys.find(({ plan }) => plan.key === talk.buy)?.orders.find(({ person }) => person.key === talk.buyer)
    return order ? [{ ...talk, order, id: demoId('conversation', talk.buy) }] : []
  })
  await insertRows(
    client,
    'public.conversations',
    talks.map(({ id, order, hoursAgo }) => ({
      id,
      subject: order.buy.food.name.slice(0, 100),
      order_id: order.id,
      created_by: order.person.id,
      created_at: after(now, -hoursAgo),
      last_message_at: after(now, -hoursAgo),
    })),
  )
  await insertRows(
    client,
    'public.conversation_members',
    talks.flatMap(({ id, order }) => [
      { conversation_id: id, profile_id: order.person.id, display_name: order.person.name },
      { conversation_id: id, profile_id: order.buy.food.vendor.ownerId, display_name: order.buy.food.vendor.name },
    ]),
  )
  await insertRows(
    client,
    'public.messages',
    talks.flatMap(({ id, order, lines, hoursAgo }) =>
      lines.map((line, index) => ({
        id: demoId('message', `${id} ${index}`),
        conversation_id: id,
        sender_id: line.startsWith('v') ? order.buy.food.vendor.ownerId : order.person.id,
        body: line.slice(2),
        created_at: after(now, -hoursAgo + index * 0.6),
      })),
    ),
  )
}

/** Messages from the contact form. */
const CONTACTS: [name: string, subject: string, hoursAgo: number, answeredBy: string | null, message: string][] = [
  [
    'Olabisi Hammed',
    'Pickup in Surulere',
    5,
    null,
    'Good day. I join from Surulere and Mile 12 is far for me. Will there be a pickup point on our side of Lagos?',
  ],
  [
    'Peace Nwafor',
    'Cooperative of our street',
    29,
    null,
    'We are fourteen families in Umuahia and buy rice together already. Can one person join for all and pay with one transfer, or must everybody have an account?',
  ],
  [
    'Jibrin Aliyu',
    'Refund',
    55,
    'supervisor',
    'My refund for the garri that did not hold has not reached my bank after two days. The buy failed last week.',
  ],
  [
    'Tamara Ekiye',
    'Selling smoked fish',
    98,
    'manager',
    'I smoke catfish in Yenagoa with a NAFDAC number and would like to sell by the kilo. What papers do you need from me?',
  ],
  [
    'Shade O.',
    'Your blog',
    190,
    'administrator',
    'I tried the onion storage with net bags and lost only four onions of a whole bag in five weeks. Just to say thank you.',
  ],
  [
    'Godwin Ijeh',
    'School canteen in Warri',
    300,
    null,
    'We cook for 340 pupils. Do you deliver 20 bags of garri at once, and can we get an invoice in the name of the school?',
  ],
]

export async function insertContacts(client: pg.ClientBase, now: Date): Promise<void> {
  await insertRows(
    client,
    'public.contact_messages',
    CONTACTS.map(([name, subject, hoursAgo, answeredBy, message]) => ({
      id: demoId('contact', name),
      name,
      email: `${name
        .toLowerCase()
        .replace(/[^a-z]+/g, '.')
        .replace(/\.$/, '')}@mail.test`,
      subject,
      message,
      status: answeredBy ? 'answered' : 'new',
      answered_by: answeredBy && personId(answeredBy),
      answered_at: answeredBy && after(now, -hoursAgo + 9),
      created_at: after(now, -hoursAgo),
    })),
  )
}

/** Order numbers by id, for orders from buys and from the cart, in the order in which they were placed. */
export function assignOrderNumbers(orders: readonly (Order | BulkOrder)[]): Map<string, number> {
  const inOrder = orders.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id.localeCompare(b.id))
  return new Map(inOrder.map(({ id }, index) => [id, FIRST_NUMBER + index]))
}

const FIRST_NUMBER = 10_001
