import { checkFields, type Reader } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { readContact } from '#domain/search/record-search.ts'
import type { Command } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

const contactReader: Reader<string> = (raw) => {
  const text = typeof raw === 'string' && raw.length <= 254 ? raw.trim() : ''
  return readContact(text) ? { value: text } : { error: 'Type the whole phone number or the whole e-mail address.' }
}

/**
 * Finds people by a whole phone number or e-mail address, for staff who have somebody on the line: among those whom
 * they oversee. Each search is written to the audit log of each person found, without the number or the address.
 */
export const findPeopleByContact: Command<'find-people-by-contact'> = {
  name: 'find-people-by-contact',
  who: 'signed-in',
  returnsSecrets: true,
  limit: { tries: 30, windowSeconds: 3600 },
  fields: ['contact'],
  check: (raw) => checkFields(raw, { contact: contactReader }),
  async run({ input, caller, tx }) {
    const contact = readContact(input.contact)
    const actorId = caller.userId ?? ''
    const { rows: staff } = await tx.query(
      `select from public.profiles where id = $1 and role in ('manager', 'coordinator', 'chief')`,
      [actorId],
    )
    if (staff.length === 0 || !contact) return refuse('not_found')
    const { rows: people } = await tx.query<{
      id: string
      full_name: string
      shop: string | null
      last_order_at: Date | null
    }>('select id, full_name, shop, last_order_at from public.people_by_contact($1, $2, $3)', [
      actorId,
      contact.phone || null,
      contact.email || null,
    ])
    const by = contact.phone ? 'phone' : 'email'
    for (const id of people.length > 0 ? people.map((person) => person.id) : [null])
      await recordAct(tx, { actorId, action: 'person.find', subject: { type: 'profile', id }, after: { by } })
    return {
      people: people.map((person) => ({ ...person, last_order_at: person.last_order_at?.toISOString() ?? null })),
    }
  },
}
