import * as z from 'zod'

/** A setting that is `on` or `off`. */
export const isOn = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'])
    .default(fallback)
    .transform((value) => value === 'on')

/** A setting that is a whole number within bounds. */
export const whole = ({ least, most }: { least: number; most: number }) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`)
