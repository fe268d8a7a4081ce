/*
 * ust_part.c - a function of a shared object, whose name is PART
 */
int PART(int x);

int PART(int x)
{
	return x + 1;
}
