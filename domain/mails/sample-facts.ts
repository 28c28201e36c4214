const AT = new Date('2026-03-17T10:59:59Z')
const LISTS = /s$/

const NAMES: Readonly<Record<string, unknown>> = {
  product: 'Ofada rice',
  what: 'Ofada rice',
  shop: 'Mama Ope Foods',
  vendor: 'Mama Ope Foods',
  business: 'Mama Put Kitchen',
  place: 'Ikeja hub',
  unit: 'bag',
  reason: 'The lorry broke down',
  note: 'Please bring the bag',
  message: 'The rice comes on Wednesday.',
  name: 'Ada Obi',
  buyer: 'Ada Obi',
  giver: 'Ada',
  receiver: 'Ada Obi',
  person: 'Ada Obi',
  email: 'ada@example.com',
  reference: 'AJ-7C1E52A0',
  state: 'Lagos',
  code: '482913',
  area: 'manager',
  subject: 'A question',
  body: 'Is it fresh?',
  answer: 'Yes, from this morning.',
  question: 'Is it fresh?',
  bank: 'Zenith Bank',
  account: '0123456789',
  accountNumber: '0123456789',
  hours: 24,
  shareDate: '2026-03-18',
  expectedBy: AT,
}

/**
 * Example values of a message's facts, chosen by their names, so that every message can be shown before it was ever
 * sent. `given` are those that a name doesn't tell, such as the choices of a closed list.
 */
export function sampleFacts(given: Readonly<Record<string, unknown>> = {}): never {
  return new Proxy(given, { get: (target, name) => sampleOf(target, name) }) as never
}

function sampleOf(given: Readonly<Record<string, unknown>>, name: string | symbol): unknown {
  if (typeof name !== 'string') return undefined
  if (Object.hasOwn(given, name)) return given[name]
  if (Object.hasOwn(NAMES, name)) return NAMES[name]
  if (/^(is|has|was|keeps|may|can)[A-Z]/.test(name)) return false
  if (/Kobo$/.test(name)) return 7_790_000n
  if (/(Nos|Numbers)$/.test(name)) return [12, 13]
  if (/(No|Number)$/.test(name)) return 12
  if (/(Id|Key)$/.test(name)) return 'b1c8'
  if (/(At|Until|By|From|Date|Since|Due)$|^(at|from|until|now|since|dueAt)$/.test(name)) return AT
  if (
    /(Days|Hours|Minutes|Count|People|Quantity|Units|Percent|Basis[A-Z]\w*)$|^(people|quantity|of|units|days|minutes|amount|count|least)$/.test(
      name,
    )
  )
    return 3
  if (LISTS.test(name)) return [sampleFacts()]
  return 'Ofada rice'
}
