import type { Act } from '#domain/acts/act.ts'
import { describeAct } from './act-sentence.ts'

/** An act as a sentence with its names in bold, and its reason below. */
export function ActLine({ act }: { act: Act }) {
  const { parts, reason } = describeAct(act)
  return (
    <>
      {parts.map((part) => (typeof part === 'string' ? part : <strong key={part.name}>{part.name}</strong>))}
      {reason && <span className="block text-14 whitespace-pre-wrap text-soft">{reason}</span>}
    </>
  )
}
