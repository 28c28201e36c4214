import Check from 'lucide-react/icons/check'
import { Link } from 'react-router'

interface FirstStep {
  done: boolean
  text: string
  hint: string
  to?: string
}

interface FirstStepsProps {
  shop: { status: string; state: string }
  products: number
  drafts: number
}

/** The steps of a new shop before its first group buy is open. */
export function FirstSteps(props: FirstStepsProps) {
  const steps = stepsOf(props)
  const next = steps.findIndex(({ done, to }) => !done && to !== undefined)
  return (
    <section aria-labelledby="first-steps" className="mb-8">
      <h2 id="first-steps" className="mb-3 text-22">
        Your first steps
      </h2>
      <ol className="divide-y divide-grain rounded-card border border-grain bg-card">
        {steps.map(({ done, text, hint, to }, index) => (
          <li key={text} className="flex gap-4 px-4 py-3" aria-current={index === next ? 'step' : undefined}>
            <span
              className={`flex size-7 shrink-0 items-center justify-center rounded-chip border font-bold ${done ? 'border-leaf bg-leaf-wash text-leaf' : 'border-field'}`}
            >
              {done ? <Check size={18} role="img" aria-label="Done" /> : index + 1}
            </span>
            <span className="min-w-0">
              {to && !done ? (
                <Link to={to} className={`text-link ${index === next ? 'font-bold' : ''}`}>
                  {text}
                </Link>
              ) : (
                <span className={done ? 'text-soft' : 'font-semibold'}>{text}</span>
              )}
              <span className="block text-14 text-soft">{hint}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stepsOf({ shop, products, drafts }: FirstStepsProps): FirstStep[] {
  const open = shop.status === 'active'
  return [
    {
      done: products > 0,
      text: 'Add a product',
      hint: 'Its price, unit, stock, sharing day and picture.',
      to: '/vendor/products/new',
    },
    {
      done: open,
      text: open ? 'Your shop is approved' : 'Your shop is approved by a manager',
      hint: open ? 'Buyers see it and what you sell.' : `A manager of ${shop.state} decides; you get a mail.`,
    },
    {
      done: false,
      text: drafts > 0 ? 'Publish your group buy' : 'Open a group buy',
      hint: open ? 'Set the target, and lower prices for more people.' : 'You can write the draft now.',
      to: drafts > 0 ? '/vendor/products/buys?show=drafts' : '/vendor/products/buys/new',
    },
  ]
}
