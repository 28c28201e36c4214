grant select, insert, update on local_gateway.payments to service_role;

grant select, insert, update on local_gateway.refunds to service_role;

grant select, insert, update on local_gateway.payees to service_role;

grant select, insert, update on local_gateway.payouts to service_role;

grant select, insert, update on local_gateway.events to service_role;

grant select, insert on local_gateway.settlements to service_role;

grant select, insert, update on local_gateway.disputes to service_role;
