import * as z from 'zod'
import { LIMITS, type RealtimeLimits } from './limits/limits.ts'

/** Figures by name; a name that is not one of the limits is a fault. */
const FIGURES = z.partialRecord(
  z.enum(Object.keys(LIMITS) as (keyof RealtimeLimits)[]),
  z.number().int().min(1).max(1_000_000_000),
)

const limits = z.string().transform((text, context): Partial<RealtimeLimits> => {
  try {
    const figures = FIGURES.safeParse(JSON.parse(text))
    if (figures.success) return figures.data
  } catch {
    // Reported below.
  }
  context.addIssue(
    `must be JSON like {"messagesPerSecondPerPerson":50}, with names out of ${Object.keys(LIMITS).join(', ')}`,
  )
  return z.NEVER
})

/** An operator's variables for channels. */
export const REALTIME_VARIABLES = {
  REALTIME_PUBLIC_WRITES: z.enum(['on', 'off']).default('off'),
  REALTIME_LIMITS: limits.default({}),
}

/** The settings of the server that they make. */
export interface RealtimeSettings {
  /** Whether everyone may write to public channels. */
  opensPublicWrites: boolean
  limits: Partial<RealtimeLimits>
}

const Variables = z.object(REALTIME_VARIABLES)

export const realtimeSettings = (values: z.infer<typeof Variables>): RealtimeSettings => ({
  opensPublicWrites: values.REALTIME_PUBLIC_WRITES === 'on',
  limits: values.REALTIME_LIMITS,
})
