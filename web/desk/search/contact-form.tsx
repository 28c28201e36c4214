import { Form } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import type { SearchedArea } from './record-kinds.ts'

/** Asks before a whole phone number or e-mail address is looked up, because that is recorded. */
export function ContactForm({ q, area }: { q: string; area: SearchedArea }) {
  return (
    <Form method="post" action={`/${area}/search`} className="mb-6 grid gap-3">
      <input type="hidden" name="q" value={q} />
      <p className="max-w-measure">
        {area === 'vendor'
          ? 'Finds your orders that are paid and not handed over. Each look-up is recorded.'
          : 'Finds the person with exactly this number or address. Each look-up is recorded.'}
      </p>
      <div>
        <Button>Look up {q}</Button>
      </div>
    </Form>
  )
}
