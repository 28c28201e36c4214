import { Link } from 'react-router'
import { brand } from '#domain/brand/brand.ts'

/** The operator's contact details: the last section of every legal text. */
export function ContactLine() {
  const { street, district, city, country } = brand.address
  return (
    <p>
      Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>, call{' '}
      <a href={`tel:${brand.phone}`}>{brand.phoneText}</a> ({brand.hours}), use our{' '}
      <Link to="/contact">contact form</Link>, or come or write to {street}, {district}, {city}, {country}.
    </p>
  )
}
