import { Form } from 'react-router'
import { Button } from '#web/ui/button.tsx'

interface NameFormProps {
  buyId: string
  shown: boolean
  failure: string | null
}

/** The choice of somebody who is in, to be named to those who are not yet. Off until they press it. */
export function NameForm({ buyId, shown, failure }: NameFormProps) {
  return (
    <Form method="post" preventScrollReset className="border-t border-grain pt-3">
      <input type="hidden" name="intent" value="show-name" />
      <input type="hidden" name="group_buy_id" value={buyId} />
      {!shown && <input type="hidden" name="show" value="on" />}
      <p className="text-14 text-soft">
        {shown ? 'Everybody who opens this page sees your first name.' : 'People join faster when they see who is in.'}
      </p>
      <Button tone="quiet" size="small" className="-ml-3">
        {shown ? 'Hide my first name' : 'Show my first name on this buy'}
      </Button>
      {failure && (
        <p role="alert" className="text-14 font-semibold text-pepper">
          {failure}
        </p>
      )}
    </Form>
  )
}
