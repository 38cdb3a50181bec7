CREATE TABLE "auth_secrets" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"secret" text NOT NULL,
	CONSTRAINT "auth_secrets_only_check" CHECK ("auth_secrets"."is_only")
);
