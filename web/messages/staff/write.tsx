import { data, Form, redirect, useNavigation } from 'react-router'
import { parseRole } from '#domain/accounts/roles.ts'
import { MAX_MESSAGE_LENGTH, staffName } from '#domain/messages/conversation.ts'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm, rejectCommand } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { messagesBase } from '../area.ts'
import type { Route } from './+types/write.ts'
import { listColleagues, type MessageAddress, type Party, readAddress, readParty } from './write-queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const address = readAddress(url.searchParams)
  const isAddressed = address.person !== '' || address.shop !== ''
  const party = isAddressed ? await readParty(api, address) : null
  if (isAddressed && !party) throw data('This person or shop is not one that you can write to.', { status: 404 })
  return {
    address,
    party,
    colleagues: isAddressed ? [] : await listColleagues(api),
    base: messagesBase(url.pathname),
    key: crypto.randomUUID(),
  }
}

/** Sends the first message, or continues the conversation about the same thing. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const of = (name: string) => form.field(name) || null
  const sent = await context.get(apiContext).command(
    'write-to-person',
    {
      person_id: of('person'),
      vendor_id: of('shop'),
      order_id: of('order'),
      buy_id: of('buy'),
      claim_id: of('claim'),
      body: form.field('body'),
    },
    form.key,
  )
  if (!sent.ok) return rejectCommand(form, sent)
  return redirect(`${messagesBase(url.pathname)}/${sent.value.conversation_id}`)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Write({ loaderData, actionData }: Route.ComponentProps) {
  const { address, party, colleagues, base, key } = loaderData
  const { form, field, errors } = useFormFields(actionData)
  const busy = useNavigation().state === 'submitting'
  return (
    <>
      <PageHeading
        lead={party ? leadOf(party) : 'To write to a buyer or shop, start from their record, order or claim.'}
      >
        {party ? `Write to ${partyName(party, address)}` : 'Write to a colleague'}
      </PageHeading>
      <Form ref={form} method="post" noValidate className="grid max-w-[760px] gap-3">
        <input type="hidden" name="key" value={key} />
        {party ? (
          <AddressFields address={address} />
        ) : (
          <SelectField
            label="To"
            {...field('person')}
            required
            options={[
              { value: '', label: 'Choose a colleague' },
              ...colleagues.map(({ id, full_name: name, role }) => ({
                value: id,
                label: staffName(name, parseRole(role)),
              })),
            ]}
          />
        )}
        <TextArea
          label="Your message"
          {...field('body')}
          error={errors.body ?? actionData?.text}
          hint="They see your name and role, and can answer."
          rows={5}
          required
          maxLength={MAX_MESSAGE_LENGTH}
        />
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} busyLabel="Sending">
            Send message
          </Button>
          <LinkButton to={base} tone="plain">
            Back
          </LinkButton>
        </div>
      </Form>
    </>
  )
}

const leadOf = ({ about }: Party) => (about ? `About: ${about}` : 'About nothing in particular.')

function partyName({ name, role }: Party, { shop }: MessageAddress): string {
  return shop ? name : staffName(name, parseRole(role))
}

function AddressFields({ address }: { address: MessageAddress }) {
  return Object.entries(address).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

export const meta: Route.MetaFunction = () => pageMeta('Write a message', 'Write to a person, a shop or a colleague.')
