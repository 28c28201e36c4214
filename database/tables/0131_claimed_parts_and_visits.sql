-- Half a bag is claimed as half a bag: claim_lines.quantity is the number of units that are touched, exact_quantity the part of them that is claimed.
alter table public.claim_lines add column exact_quantity numeric(9,1);
alter table public.claim_lines add constraint exact_quantity_within_units check (exact_quantity > quantity - 1 and exact_quantity <= quantity);
comment on column public.claim_lines.exact_quantity is 'In tenths of a unit that can be divided (domain/products/units.ts); null: all of the units.';

-- All that a person collects at a place has one code: the rows of its hand-overs show the digits that were derived for one of them.
alter table codes.codes add column derived_from uuid references public.hand_overs (id) on delete no action;
alter table codes.codes add column derived_version integer check (derived_version > 0);
alter table codes.codes add constraint derived_from_a_version check ((derived_from is null) = (derived_version is null));
comment on column codes.codes.derived_from is 'The hand-over whose code of derived_version this one shows; null: its own, of its own version.';
create index codes_derived_from on codes.codes (derived_from) where derived_from is not null;
