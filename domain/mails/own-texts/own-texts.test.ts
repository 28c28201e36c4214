import { expect, test } from 'vitest'
import { allMessages, isNoticed, type MessageName, renderMail, renderNotice } from '#domain/all-messages.ts'
import { contactFault } from './contact-fault.ts'
import { isLocked } from './locked-messages.ts'
import { messageCases, standardText } from './message-cases.ts'
import { OWN_TEXT_LANGUAGES, slotFaults, slotStandard, slotsOf } from './message-parts.ts'
import { type OwnText, renderOwnMail, renderOwnNotice, type UnusedOwnText } from './own-text.ts'
import { fillOwnSms } from './sms-text.ts'

const site = 'https://market.test'
const names = (Object.keys(allMessages) as MessageName[]).filter((name) => !isLocked(name))

/** Facts of the same case with other values: amounts, times, numbers and names that are in no example. */
function otherFacts(target: object): object {
  return new Proxy(target, {
    get(object, name) {
      const value = Reflect.get(object, name)
      if (typeof name !== 'string' || name === 'length' || typeof value === 'function') return value
      if (typeof value === 'bigint') return value === 0n ? 0n : value * 3n + 50_000n
      if (value instanceof Date) return new Date(value.getTime() + 1000 * 3600_000)
      if (typeof value === 'number') return value <= 1 || name === 'hours' ? value : value + 40
      if (value === 'Ofada rice') return 'Egusi {what} $& 12 <b>'
      if (value === 'Mama Ope Foods') return 'Ade’s 3 bags'
      if (value === 'b1c8') return 'f00d-1'
      return typeof value === 'object' && value !== null ? otherFacts(value) : value
    },
  })
}

const slots = names.flatMap(slotsOf)
const unused: UnusedOwnText[] = []
const onUnused = (one: UnusedOwnText) => unused.push(one)

test('there is a text for every message, part and language', () => {
  expect(slots.length).toBeGreaterThan(500)
  for (const name of names)
    expect(
      slotsOf(name).map(({ part }) => part),
      name,
    ).toContain('mail')
  const notices = slotsOf('order-paid').filter(({ part }) => part === 'notice')
  expect(notices.map(({ language }) => language)).toEqual([...OWN_TEXT_LANGUAGES])
})

test.each(names)('%s is sent in an own text, with the facts of its case', (name) => {
  unused.length = 0
  for (const { key, facts: example } of messageCases(name)) {
    const facts = otherFacts(example) as never
    const written = slotsOf(name).filter(({ variant, part }) => variant === key && part !== 'sms')
    const ownTexts = written.map((slot): OwnText => {
      const { subject = '', body = '' } = slotStandard(slot) ?? {}
      return { ...slot, part: slot.part, subject: `${slot.language}: ${subject}`, body: `Own words. ${body}` }
    })
    const parts = written.map(({ part }) => part)
    const standard = renderMail(name, { facts, site })
    const mail = parts.includes('mail') ? renderOwnMail(name, { facts, site, ownTexts, onUnused }) : null
    const ownMail = { lane: standard.lane, subject: `en: ${standard.subject}`, text: `Own words. ${standard.text}` }
    if (mail) expect(mail, `${name} ${key}`).toEqual(ownMail)
    if (!isNoticed(name) || !parts.includes('notice')) continue
    const notice = renderOwnNotice(name, { facts, ownTexts, onUnused })
    const { title, body, link } = renderNotice(name, facts)
    expect(notice, `${name} ${key}`).toMatchObject({ title: `en: ${title}`, body: `Own words. ${body}`, link })
    expect(notice.templates?.own).toEqual(
      Object.fromEntries(
        OWN_TEXT_LANGUAGES.map((language) => [
          language,
          { title: `${language}: ${title}`, body: `Own words. ${body}` },
        ]),
      ),
    )
  }
  expect(unused).toEqual([])
})

test('every standard text may be saved as it is', () => {
  for (const slot of slots) {
    const { subject = '', body = '' } = slotStandard(slot) ?? {}
    expect(slotFaults(slot, { subject, body }), JSON.stringify(slot)).toEqual({})
  }
})

const PAID = { name: 'order-paid', part: 'mail', variant: 'usual', language: 'en' } as const

test('an own text says what the standard text says of money, times, references and links, and nothing unknown', () => {
  const standard = slotStandard(PAID)
  expect(standard?.subject).toBe('Paid: {what}')
  const body = 'We have {paid} for {what}, order {orderNo} ({reference}). {link}'
  expect(slotFaults(PAID, { subject: 'Thank you', body })).toEqual({})
  expect(slotFaults(PAID, { subject: 'Thank you', body: body.replace('{what}', 'it') })).toEqual({})
  for (const name of ['paid', 'orderNo', 'reference', 'link']) {
    const text = { subject: `{${name === 'link' ? 'what' : name}}`, body: body.replace(`{${name}}`, 'it') }
    expect(slotFaults(PAID, text).body, name).toContain(`{${name}}`)
  }
  expect(slotFaults(PAID, { subject: 'Hi {amount}', body }).subject).toContain('no placeholder {amount}')
  for (const subject of ['', ' ', 'x'.repeat(151), 'two\nlines', 'a } b', '<b>Hi</b>'])
    expect(slotFaults(PAID, { subject, body }).subject, subject).toBeTruthy()
})

test.each([
  'https://evil.example',
  'HTTP://evil.example',
  'www.evil.example',
  'evil.example/pay',
  'Pay at evil.example today',
  'Pay at evil.example',
  'Pay at evil.example.',
  'pay{orderNo}.example/now',
  'write to a@evil.example',
  'javascript://x',
  '<a href={link}>',
  '{link}{{reference}}',
])('links come from placeholders only: %s', (bad) => {
  const body = `We have {paid}, order {orderNo} ({reference}). {link} ${bad}`
  expect(slotFaults(PAID, { subject: 'Paid', body }).body).toBeTruthy()
})

test.each([
  'Send it to 0123456789, GTBank',
  '0803 123 4567',
  '0803.123.4567',
  '+234-803-123-4567',
  '(01) 330 6200',
  '0 8 0 3 1 2 3 4 5 6 7',
  '٠١٢٣٤٥٦٧٨٩',
  '۰۱۲۳ ۴۵۶ ۷۸۹',
  '０１２３４５６７８９',
  '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡',
  '0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣',
  '01\u200b23\u200b45\u200b67\u200b89',
  '01\n23\n45\n67\n89',
  '｛08031234567｝',
  '08031｛23456｝7890',
  '⓪⑧⓪③①②③④⑤⑥⑦',
  '⓿❽⓿❸❶❷❸❹❺❻❼',
  '0803     123     4567',
  '0803\n\n\n\n\n123\n\n\n\n\n4567',
  '0803-----123-----4567',
  '01\u200b\u200b\u200b\u200b\u200b23456789',
  '0803\u3164123\u31644567',
  '0\u0336\u0336\u0336\u0336\u03368031234567',
  '0803{orderNo}1234567',
])('no phone or account number: %j', (bad) => {
  const body = 'We have {paid}, order {orderNo} ({reference}). {link}'
  expect(slotFaults(PAID, { subject: 'Paid', body: `${body} ${bad}` }).body).toContain('phone or account number')
  expect(slotFaults(PAID, { subject: bad, body }).subject).toContain('phone or account number')
})

test.each([
  '1.2.3.4',
  'see 192.168.0.1 now',
  '10。0。0。1',
  '1．2．3．4',
  'evil。example',
  'evil．example',
  'evil｡example',
  'evil․example',
  'ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'evil.\u200bexample',
  'evil.e\u200bxample',
  '1.2.\u00ad3.4',
])('no address in other letters, digits or dots: %s', (bad) => {
  const body = `We have {paid}, order {orderNo} ({reference}). {link} ${bad}`
  expect(slotFaults(PAID, { subject: 'Paid', body }).body).toContain('Take this address out')
})

test.each([
  'On 31.12.2026',
  'from 9.30 to 10.30',
  'within 24 hours, 1 to 100 people',
  '₦1,000,000',
  'before 2027, in 2026',
])('days, times and sums are no phone numbers: %s', (good) => {
  const body = `We have {paid}, order {orderNo} ({reference}). {link} ${good}`
  expect(slotFaults(PAID, { subject: 'Paid', body })).toEqual({})
})

test.each(slots)('the standard text could be saved as an own text: $name $part $variant $language', (slot) => {
  expect(contactFault(slotStandard(slot)?.body ?? '')).toBeNull()
})

test('a title that locked phones show says no more than the standard one', () => {
  const slot = { name: 'refund-stuck', part: 'notice', variant: 'usual', language: 'en' } as const
  const standard = slotStandard(slot)
  expect(slotFaults(slot, { subject: 'Late', body: standard?.body ?? '' }).body).toContain('{amount}')
  const settled = { name: 'buy-settled', part: 'notice', variant: 'usual', language: 'yo' } as const
  const body = slotStandard(settled)?.body ?? ''
  expect(slotFaults(settled, { subject: '{unitPrice} {product}', body }).subject).toContain('Locked phones')
})

test('an own SMS is charged as no more parts, and keeps its code and link', () => {
  const slot = { name: 'hand-over-code', part: 'sms', variant: 'usual', language: 'en' } as const
  expect(slotFaults(slot, { subject: '', body: '{goods}: {place}. Code {code}. {link}' })).toEqual({})
  expect(slotFaults(slot, { subject: '', body: '{goods}: {place}. {link}' }).body).toContain('{code}')
  const long = `{place} {code} {link} ${'x'.repeat(250)}`
  expect(slotFaults(slot, { subject: '', body: long }).body).toContain('charged')
  const values = ['Rice', 'At Ikeja', '123 456', `${site}/account/codes`]
  const fill = (own: string) => fillOwnSms('hand-over-code', values, { own, onUnused })
  expect(fill('{place}. Kóòdù {code}: {link}')).toBe(`Ajoja: At Ikeja. Koodu 123 456: ${values[3]}`)
  unused.length = 0
  for (const own of ['{gone}', '{place}, without a code: {link}'])
    expect(fill(own), own).toContain('Your food is ready: Rice')
  expect(unused.map(({ part, reason }) => `${part}: ${reason}`)).toEqual(
    Array(2).fill('sms: it lacks what the message has to say now'),
  )
})

test('the standard text is sent where an own text does not fit, and the reason is told', () => {
  unused.length = 0
  const facts = { orderId: 'o1', what: 'Rice', orderNo: 3, refundKobo: 500n }
  const own = { part: 'mail', variant: 'usual', language: 'en', subject: 'Own {what}', body: 'Own {orderNo}' } as const
  const send = (text: OwnText, refundKobo = 500n) =>
    renderOwnMail('order-cancelled', { facts: { ...facts, refundKobo }, site, ownTexts: [text], onUnused }).subject
  expect(send({ ...own, body: 'Own {orderNo} {refund} {link}' })).toBe('Own Rice')
  expect(send({ ...own, body: 'Own {orderNo} {refund} {link}' }, 0n)).toBe('Cancelled: Rice')
  expect(send(own)).toBe('Cancelled: Rice')
  expect(unused.map(({ reason }) => reason)).toEqual(['another case', 'it lacks what the message has to say now'])
  const locked = { ...own, body: 'x', subject: 'x' }
  const change = messageCases('bank-account-changed')[0]?.facts as never
  const mail = renderOwnMail('bank-account-changed', { facts: change, site, ownTexts: [locked], onUnused })
  expect(mail.subject).toBe('Bank account changed: Mama Ope Foods')
})

test('a code is in no subject, which staff read in the log of mails', () => {
  const slot = { name: 'hand-over-code', part: 'mail', variant: 'usual', language: 'en' } as const
  const { subject = '', body = '' } = slotStandard(slot) ?? {}
  expect(slotFaults(slot, { subject, body })).toEqual({})
  expect(slotFaults(slot, { subject: 'Your code: {code}', body }).subject).toContain('{code}')
})

test('a fact of several lines is one line in a subject, and an empty subject gives way to the standard one', () => {
  unused.length = 0
  const slot = { name: 'payouts-held', part: 'mail', variant: 'usual', language: 'en' } as const
  const ownTexts: OwnText[] = [{ ...slot, subject: '{reason}', body: slotStandard(slot)?.body ?? '' }]
  const send = (reason: string) =>
    renderOwnMail('payouts-held', { facts: { shop: 'Mama Ope Foods', held: true, reason }, site, ownTexts, onUnused })
      .subject
  expect(send('First.\r\nSecond.')).toBe('First. Second.')
  expect(send('\n')).toBe('Payouts to Mama Ope Foods are stopped')
  expect(unused.map(({ reason }) => reason)).toEqual(['a placeholder has no value'])
})

test('the standard text is sent if an own one cannot be written', () => {
  unused.length = 0
  const facts = { orderId: '\ud800', what: 'Rice', orderNo: 7, paidKobo: 500n, reference: 'AJ-1' } as never
  const { subject = '', body = '' } = slotStandard(PAID) ?? {}
  const ownTexts: OwnText[] = [{ ...PAID, subject: `Own ${subject}`, body }]
  const mail = renderOwnMail('order-paid', { facts, site, ownTexts, onUnused })
  expect(mail).toEqual(renderMail('order-paid', { facts, site }))
  expect(unused.map(({ reason }) => reason)).toEqual(['it failed'])
})

test('a person who joins is told in the own text, while leaving is free and after that', () => {
  const now = new Date('2026-11-30T00:57:00Z')
  const joined = {
    orderId: '7564eb98-4a29-42c1-87eb-4e4da00744f6',
    product: 'Rice',
    unit: 'bag',
    quantity: 2,
    hasGrown: false,
    unitPriceKobo: 76_000_00n,
    people: 2,
    amountDueKobo: 155_800_00n,
    payBy: new Date('2026-12-18T22:59:00Z'),
    endDate: new Date('2026-12-09T00:57:00Z'),
    now,
  }
  for (const [variant, freeUntil] of [
    ['usual', new Date(now.getTime() + 6 * 86_400_000)],
    ['freeUntil=none', now],
  ] as const) {
    const standard = standardText('joined-buy', 'mail', variant)
    const own = {
      part: 'mail',
      variant,
      language: 'en',
      subject: `Own: ${variant}`,
      body: standard?.body ?? '',
    } as const
    const mail = renderOwnMail('joined-buy', {
      facts: { ...joined, freeUntil },
      site: 'https://ajoja.example',
      ownTexts: [own],
      onUnused: ({ reason }) => expect.unreachable(reason),
    })
    expect(mail.subject).toBe(`Own: ${variant}`)
  }
})
