create view public.my_active_days with (security_invoker = false) as
select distinct a.month + d.n as day from sums.active_people a cross join lateral generate_series(0, 30) d (n)
where a.person_id = (select auth.uid()) and not (select rights.owes_second_step()) and a.days & (1 << d.n) <> 0;
comment on view public.my_active_days is 'Days on which the reader signed in, or ordered something that was paid or ended: for the file of their own data.';
