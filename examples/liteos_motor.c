/*
 * liteos_motor.c - firmware of a motor, as programs of LiteOS are
 *
 *	posixtrace record -o motor.ptl -- examples/liteos_motor
 *	posixtrace stat motor.ptl
 *
 * Two tasks are threads, and a signal stands for the interrupt of a sensor: it
 * measures the speed, the first task steers, the second one tells. Nothing in
 * here knows of posixtrace.
 */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

#include <los_trace.h>

enum { ROUNDS = 20, WANTED = 1000, SENSOR = 7, NEW_SPEED = 1, TOLD = 2 };

/* A module of events beside the kernel's */
enum { MOTOR_FLAG = 0x4000, MOTOR_SPEED = MOTOR_FLAG, MOTOR_POWER };
#define MOTOR_SPEED_PARAMS(motor, speed) motor, speed
#define MOTOR_POWER_PARAMS(motor, power, error) motor, power, error

static sem_t new_speed, told;
static _Atomic int speed, power = 50;

static VOID sensor(int number)
{
	LOS_TRACE(HWI_RESPONSE_IN, SENSOR);
	speed += (power - speed / 20) * 2;
	LOS_TRACE(MOTOR_SPEED, 1, (UINTPTR)speed);
	LOS_TRACE(SEM_POST, NEW_SPEED, 0, 1);
	sem_post(&new_speed);
	LOS_TRACE(HWI_RESPONSE_OUT, SENSOR);
	(void)number;
}

static VOID wait_for(sem_t *semaphore, UINT32 id)
{
	LOS_TRACE(SEM_PEND, id, 0, 0xffffffffU);
	while (sem_wait(semaphore))
		continue;
}

static void *steer(void *argument)
{
	LOS_TRACE(TASK_CREATE, 1, 1, 10);
	for (int i = 0; i < ROUNDS; i++) {
		int error;

		wait_for(&new_speed, NEW_SPEED);
		error = WANTED - speed;
		power += error / 50;
		LOS_TRACE(MOTOR_POWER, 1, (UINTPTR)power, (UINTPTR)error);
		LOS_TRACE(SEM_POST, TOLD, 0, 1);
		sem_post(&told);
	}
	return argument;
}

static void *tell(void *argument)
{
	sigset_t set;

	/* The interrupt is the other task's. */
	sigfillset(&set);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	LOS_TRACE(TASK_CREATE, 2, 1, 20);
	for (int i = 0; i < ROUNDS; i++) {
		wait_for(&told, TOLD);
		LOS_TRACE_EASY(1, i, (UINTPTR)speed);
	}
	return argument;
}

int main(void)
{
	struct itimerval often = { { 0, 1000 }, { 0, 1000 } }, never;
	struct sigaction action;
	pthread_t task[2];

	memset(&never, 0, sizeof(never));
	memset(&action, 0, sizeof(action));
	action.sa_handler = sensor;
	action.sa_flags = SA_RESTART;
	sigaction(SIGALRM, &action, NULL);
	sem_init(&new_speed, 0, 0);
	sem_init(&told, 0, 0);

	LOS_TraceStop();
	LOS_TraceReset();
	LOS_TraceEventMaskSet(TRACE_HWI_FLAG | TRACE_TASK_FLAG |
			      TRACE_SEM_FLAG | MOTOR_FLAG);
	if (LOS_TraceStart())
		return 1;
	pthread_create(&task[0], NULL, steer, NULL);
	pthread_create(&task[1], NULL, tell, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(task[i], NULL);
	setitimer(ITIMER_REAL, &never, NULL);
	LOS_TraceStop();
	LOS_TraceRecordDump(FALSE);
	return 0;
}
