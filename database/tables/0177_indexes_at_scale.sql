-- The audience of a notice begins at the addresses of its states.
create index addresses_of_state on public.addresses (state, user_id);

-- The inbox shows two statuses at once, those that wait longest first.
create index support_cases_open on public.support_cases (written_at, id) where status in ('new', 'assigned');
